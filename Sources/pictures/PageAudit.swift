import Foundation

/// What a browser measures on the pages of a sheet: targets that are too small for a finger, content that runs off the
/// screen or off its box (reports U05 and U09), and Live Activities higher than the system lets them be.
enum PageAudit {
    /// Stands at the end of a sheet; writes one line for each finding into the document.
    static let script = #"""
        <pre id="audit"></pre><script>
        addEventListener('load',()=>{const out=[];
        for(const frame of document.querySelectorAll('iframe')){const page=frame.contentDocument;if(!page)continue;
        const name=frame.dataset.name,device=page.querySelector('.device');if(!device)continue;
        const screen=device.getBoundingClientRect();
        const shown=e=>{const r=e.getBoundingClientRect();return r.width>0&&r.height>0&&r.bottom>screen.top&&r.top<screen.bottom&&
          page.defaultView.getComputedStyle(e).visibility!=='hidden'};
        const words=e=>(e.getAttribute('aria-label')||e.value||e.placeholder||e.textContent||'').trim().slice(0,40);
        // Bars, segments, menus and the search field in a bar are the system's own and keep its sizes; so do the island, and
        // what a widget has for the lock screen.
        const system='.navbar,.tabbar,.segments,.menu,.dialogcard,[data-id=widget],[data-id=island],[data-id=control]';
        const controls='button,[data-on~=tap],input,textarea';
        for(const e of page.querySelectorAll('button,[data-on~=tap]')){if(!shown(e)||e.closest(system)||e.closest('.text'))continue;
          // A row of a list with one control is that control's target as a whole.
          const row=e.closest('.listrow'),alone=row&&[...row.querySelectorAll(controls)].every(c=>e.contains(c)||c.contains(e));
          const r=(alone?row:e).getBoundingClientRect();if(r.width<43.5||r.height<43.5)out.push(name+': “'+words(e)+'” is '+Math.round(r.width)+'×'+Math.round(r.height));}
        // What is out of a scroll view can be scrolled to; everything else lies open, or under something that can be put away.
        for(const e of page.querySelectorAll(controls)){if(!shown(e)||e.closest('.scv,.sch,[data-covered],[data-id=widget],[disabled],[aria-disabled=true],.nohit'))continue;
          const layer=[...page.querySelectorAll('.presentation,.dialog,.menulayer')].pop();if(layer&&!layer.contains(e))continue;
          const r=e.getBoundingClientRect(),hit=page.elementFromPoint(r.left+r.width/2,r.top+r.height/2);
          if(!hit||!(e.contains(hit)||hit.contains(e)))out.push(name+': “'+words(e)+'” is covered');}
        for(const e of page.querySelectorAll('.text,button,textarea,input')){if(!shown(e)||e.closest('.sch')||e.closest('.sr'))continue;
          const r=e.getBoundingClientRect();
          if(r.right>screen.right+1||r.left<screen.left-1)out.push(name+': “'+words(e)+'” runs off the screen');}
        for(const e of page.querySelectorAll('.scv')){if(shown(e)&&e.scrollWidth>e.clientWidth+1)out.push(name+': the page scrolls sideways by '+(e.scrollWidth-e.clientWidth));}
        // What a box cuts off without saying so: an ellipsis is a word, a half letter is not.
        for(const e of page.querySelectorAll('.text')){if(!shown(e)||e.closest('.sr'))continue;const r=e.getBoundingClientRect();
          for(let box=e.parentElement;box&&box!==device;box=box.parentElement){const style=page.defaultView.getComputedStyle(box);
            if(/auto|scroll/.test(style.overflowX+style.overflowY))break;if(!/hidden|clip/.test(style.overflowX))continue;
            const b=box.getBoundingClientRect();
            if(r.right>b.right+1||r.left<b.left-1){out.push(name+': “'+words(e)+'” is cut off at the side');break}
            if(box.closest('[data-id=widget],[data-id=live-activity]')&&(r.bottom>b.bottom+1||r.top<b.top-1)){out.push(name+': “'+words(e)+'” is cut off');break}}}
        // The system gives a Live Activity 160 points.
        for(const e of page.querySelectorAll('[data-id=live-activity]')){const h=e.getBoundingClientRect().height;
          if(h>160.5)out.push(name+': a Live Activity is '+Math.round(h)+' points high');}
        }document.getElementById('audit').textContent=out.join('\n')});
        </script>
        """#

    /// The findings in a document that a browser has dumped.
    static func findings(in document: String) -> [String] {
        guard let start = document.range(of: "<pre id=\"audit\">"),
            let end = document.range(of: "</pre>", range: start.upperBound..<document.endIndex)
        else { return ["the audit did not run"] }
        return document[start.upperBound..<end.lowerBound].split(separator: "\n").map {
            String($0).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
        }
    }
}
