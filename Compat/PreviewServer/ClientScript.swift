import ViewTree

/// The page's side of a live preview: events up, patches down. No framework, no building.
enum ClientScript {
    static let source = #"""
        'use strict';
        const host=document.getElementById('host'),live=document.getElementById('live'),lost=document.getElementById('lost');
        const token=new URLSearchParams(location.search).get('token');
        let ws,wait=250,failures=0,composing=null,seq=0;
        const $=id=>document.getElementById('n'+id);
        const num=e=>+e.id.slice(1);
        const on=(t,k)=>t instanceof Element?t.closest(`[data-on~="${k}"]`):null;
        const off=e=>e.closest('[inert],[disabled],[aria-disabled=true]');
        // While the connection is gone nothing is kept for later but what was typed: a tap that comes true half a minute
        // after it was made is worse than one that is lost in sight. `restore` sends letters that nobody confirmed.
        function up(e,k,more={}){if(ws&&ws.readyState===1)ws.send(JSON.stringify({n:num(e),k,...more}))}
        function connect(){
          ws=new WebSocket(`ws://${location.host}/live?token=${token}&wishes=${encodeURIComponent(told=wishes())}`);
          ws.onopen=()=>{wait=250;failures=0;lost.hidden=true;tell()};
          ws.onmessage=m=>receive(JSON.parse(m.data));
          ws.onclose=e=>{if(e.code===4029){lost.textContent='Too many tabs show this preview. Close one, then reload this one.';lost.hidden=false;return}
            failures++;lost.textContent=failures<8?'The connection is gone; trying again…':'The preview has ended. Start it again, and open the address that it prints.';
            lost.hidden=false;setTimeout(connect,wait);wait=Math.min(wait*2,5000)};
        }
        // The device is drawn as large as the window has room for, beside the bar or below a strip that opens it. A window
        // that is no wider than a phone is the device itself. Places on screen are divided by the scale to become the
        // device's points.
        const stage=document.getElementById('stage'),zoom=document.querySelector('#bar [name=zoom]'),settings=document.getElementById('settings'),toggle=document.getElementById('toggle');
        let scale=1,fills=false;
        // No phone is narrower. A smaller window, as a browser's magnification makes one, shows a screen of this width drawn
        // smaller, with larger text: what iOS does for those who need it large is made for little room.
        const narrowest=320,barWidth=216;
        function fit(){
          const style=getComputedStyle(host),w=parseFloat(style.getPropertyValue('--w')),h=parseFloat(style.getPropertyValue('--h'));
          const body=document.body.classList,chosen=Number(zoom.value);fills=innerWidth<500&&w<500;
          const room=innerWidth-48,beside=Math.min(1,(innerHeight-48)/h,(room-barWidth-24)/w);
          const above=()=>Math.min(1,(innerHeight-48-settings.offsetHeight)/h,room/w);
          body.toggle('fill',fills);body.add('strip');
          body.toggle('strip',fills||(chosen?chosen*w+barWidth+24>room:above()>beside*1.2));
          const isStrip=body.contains('strip');
          scale=fills?Math.min(1,innerWidth/narrowest):chosen||Math.max(0.2,isStrip?above():beside);
          for(const[k,v]of[['--scale',scale],['--w',w+'px'],['--h',h+'px']])stage.style.setProperty(k,v);
          document.body.style.setProperty('--strip',(isStrip?settings.offsetHeight:0)+'px');
          tell();
        }
        addEventListener('resize',fit);zoom.addEventListener('change',fit);
        toggle.addEventListener('click',()=>{toggle.setAttribute('aria-expanded',settings.classList.toggle('open'));fit()});
        settings.addEventListener('keydown',e=>{if(e.key==='Escape'&&settings.classList.contains('open')&&document.body.classList.contains('strip')){toggle.click();toggle.focus()}});
        // What the browser wishes for holds where nobody has chosen in the bar: its media features, and a text size as large
        // as the screen is drawn small.
        const media=['color-scheme: dark','reduced-motion: reduce','reduced-transparency: reduce','contrast: more'].map(m=>matchMedia(`(prefers-${m})`));
        const bodies=[14,15,16,17,19,21,23,28,33,40,47,53],usual=3;
        let told='';
        function wishes(){const[dark,still,opaque,more]=media.map(m=>m.matches),large=bodies.findIndex((b,i)=>i>=usual&&b*scale>=16.5);
          return `scheme=${dark?'dark':'light'}&size=${fills&&scale<1?(large<0?bodies.length-1:large):usual}&motion=${still?'reduce':'full'}&transparency=${opaque?'reduce':'full'}&contrast=${more?'more':'normal'}`}
        function tell(){const now=wishes();if(now!==told&&ws&&ws.readyState===1)ws.send(JSON.stringify({set:'wishes',v:told=now}))}
        for(const m of media)m.addEventListener('change',tell);
        // What had the focus gets it back when what was laid over it goes away.
        const returns=[],layers=()=>document.querySelectorAll('.presentation,.dialog,.menulayer').length;
        function refocus(before,count){const now=layers();
          if(now>count)returns.push(before);
          for(let n=now;n<count;n++){const id=returns.pop(),e=id&&document.getElementById(id);if(e&&document.activeElement===document.body)e.focus({preventScroll:true})}}
        // What had the focus on a screen gets it back when the screens that were laid over it have gone: the element itself,
        // else what has its name now, for a list may have been sorted anew.
        const left=new Map();let uncovered=[];
        function cover(e,isCovered,before){if(!e.classList.contains('navscreen'))return;if(!isCovered){uncovered.push(e);return}
          const f=before&&document.getElementById(before);if(f&&e.contains(f))left.set(e.id,{id:before,name:f.closest('[data-id]')?.dataset.id})}
        function comeBack(){for(const e of uncovered){const was=left.get(e.id);left.delete(e.id);if(!was||!e.isConnected||document.activeElement!==document.body)continue;
            const own=document.getElementById(was.id),named=was.name&&e.querySelector(`[data-id="${CSS.escape(was.name)}"]`);
            const f=own&&e.contains(own)?own:named&&(named.matches(focusable)?named:named.querySelector(focusable));if(f)f.focus({preventScroll:true})}
          uncovered=[]}
        function receive(m){
          if(m.ack){const e=$(m.ack[0]);if(e)e._ack=m.ack[1]}
          if(m.settings)for(const[k,v]of Object.entries(m.settings)){const s=document.querySelector(`#bar [name="${k}"]`);if(s)s.value=v}
          if(m.device){host.setAttribute('style',m.device);fit()}
          if(m.p){const before=document.activeElement.id,count=layers();for(const p of m.p)apply(p,before);settle();refocus(before,count);comeBack();stick()}
          if(m.say){live.textContent='';setTimeout(()=>live.textContent=m.say,30)}
          if(m.open)window.open(m.open,'_blank','noopener');
          if(m.copy&&navigator.clipboard)navigator.clipboard.writeText(m.copy).catch(()=>{});
          if(m.c)command(m.c);
        }
        // A view that begins at its end stays there while its content grows or its own height changes (a bar appears, a
        // picture arrives), until somebody scrolls up. Growing alone never moves `scrollTop` up.
        const ends=new ResizeObserver(stick);
        const sizeOf=s=>s.clientWidth+' '+s.clientHeight;
        // Whoever scrolled up a moment ago has not been told of by an event yet.
        function stick(){for(const s of document.querySelectorAll('.scv[data-anchor=end]')){if(s._top!==undefined)scrolled(s);if(s._end!==false){s.scrollTop=s.scrollHeight;s._top=s.scrollTop;s._size=sizeOf(s)}}}
        function watchEnd(s){if(s.dataset.anchor!=='end')return;if(s._end===undefined)ends.observe(s);for(const c of s.children)ends.observe(c)}
        // A box of another size wraps its content anew, and the browser moves `scrollTop` for it: nobody scrolled.
        function scrolled(s){const rest=s.scrollHeight-s.scrollTop-s.clientHeight,size=sizeOf(s),same=(s._size??size)===size;s._size=size;
          if(rest<8)s._end=true;else if(!same&&s._end!==false)s.scrollTop=s.scrollHeight;else if(s.scrollTop<(s._top??0)-1){if(s._end!==false)s._away=performance.now();s._end=false}s._top=s.scrollTop}
        function make(html){const t=document.createElement('template');t.innerHTML=html;return t.content.firstElementChild}
        function apply(p,before){
          const [op,id]=p;
          if(op==='all'){const keep=remember();host.innerHTML=p[1];fresh(host);restore(keep);return}
          const e=$(id);if(!e)return;
          if(op==='a'){for(const[k,v]of Object.entries(p[2])){if(v===null)e.removeAttribute(k);else e.setAttribute(k,v);attribute(e,k,v,before)}}
          else if(op==='t'){if(e.tagName!=='TEXTAREA')e.textContent=p[2]}
          else if(op==='h'){if(e.tagName!=='TEXTAREA')e.innerHTML=p[2]}
          else if(op==='i'){const n=make(p[3]);e.insertBefore(n,p[2]===null?null:$(p[2]));fresh(n)}
          else if(op==='r')e.remove();
          else if(op==='m'){const f=document.activeElement;$(p[2]).insertBefore(e,p[3]===null?null:$(p[3]));if(f&&f!==document.activeElement&&f.isConnected)quietly(()=>f.focus({preventScroll:true}))}
          else if(op==='rep'){const n=make(p[2]);e.replaceWith(n);fresh(n)}
        }
        function attribute(e,k,v,before){
          if(k==='data-value')setValue(e,v||'');
          else if(k==='data-focus')focusOn(e,v);
          else if(k==='disabled')e.disabled=v!==null;
          else if(k==='data-covered')cover(e,v!==null,before);
          else if(k==='style'&&e.classList.contains('gap'))e._asked=false;
        }
        // Typing is never lost: a value from above waits for the end of composition, and is dropped when newer letters are
        // on their way up, for then the answer to those letters decides.
        function setValue(e,v){
          if(composing===e){e._late=v;return}
          if((e._seq||0)>(e._ack||0))return;
          if(e.value!==v){const a=e.selectionStart,b=e.selectionEnd,end=a===e.value.length;e.value=v;
            if(document.activeElement===e&&e.type!=='range'&&!end)try{e.setSelectionRange(Math.min(a,v.length),Math.min(b,v.length))}catch{}}
          grow(e);
        }
        function grow(e){if(e.tagName==='TEXTAREA'&&e.classList.contains('field')&&!CSS.supports('field-sizing','content')){e.style.height='auto';e.style.height=e.scrollHeight+'px'}}
        const fields='input,textarea',focusable='button,input,textarea,a[href],[tabindex]';
        function focusOn(e,v){const t=e.matches(fields+',button,[tabindex]')?e:e.querySelector(fields+',button,[tabindex]');if(!t)return;
          if(v==='1'&&document.activeElement!==t)quietly(()=>t.focus({preventScroll:true}));else if(v==='0'&&document.activeElement===t)quietly(()=>t.blur())}
        // A move of the focus that the app asked for is not told to it again: told back and forth it would never rest.
        let quiet=false;
        function quietly(act){quiet=true;try{act()}finally{quiet=false}}
        function fresh(root){
          const all=[root,...root.querySelectorAll('*')];
          for(const e of all){const d=e.dataset;if(!d)continue;
            if(d.value!==undefined){e.value=d.value;grow(e)}
            if(d.focus==='1')focusOn(e,'1');
            if(d.measure)sizes.observe(e);
            // What has a menu or actions, and nothing in it that can have the focus, can have it itself: the menu key opens it.
            if((d.actions||/\b(menu|longPress|magnify|drag)\b/.test(d.on||''))&&!e.matches(focusable)&&!e.closest(focusable)&&!e.querySelector(focusable))e.tabIndex=0;
            if(d.anchor==='end'){watchEnd(e);e.scrollTop=e.scrollHeight;e._top=e.scrollTop}
            if(e.classList.contains('menu')||e.classList.contains('dialogcard')||e.classList.contains('card'))requestAnimationFrame(()=>{if(d.near)placeMenu(e);if(!e.contains(document.activeElement)){const f=e.querySelector('button:not([disabled]),input,textarea,[tabindex="0"]');if(f&&!matchMedia('(pointer:coarse)').matches)f.focus({preventScroll:true})}});
          }
        }
        function settle(){for(const m of document.querySelectorAll('.menu[data-near]'))if(!m._placed){m._placed=true;placeMenu(m)}gaps();edges()}
        const sizes=new ResizeObserver(list=>{for(const r of list){const b=r.contentRect;if(r.target.isConnected)up(r.target,'change',{w:Math.round(b.width),h:Math.round(b.height)})}});
        function remember(){const f=document.activeElement;return{scroll:[...document.querySelectorAll('.scv,.sch')].map(s=>[s.id,s.scrollTop,s.scrollLeft]),ends:[...document.querySelectorAll('[data-anchor=end]')].filter(s=>s._end!==false).map(s=>s.id),focus:f&&f.id,values:[...document.querySelectorAll(fields)].map(e=>[e.id,e.value,e._seq,e._ack,e.selectionStart])}}
        function restore(k){for(const[id,y,x]of k.scroll){const s=document.getElementById(id);if(s&&!(s.dataset.anchor==='end'&&k.ends.includes(id))){s.scrollTop=y;s._top=s.scrollTop;s.scrollLeft=x;if(s.dataset.anchor==='end')s._end=false}}
          for(const[id,v,s,a]of k.values){const e=document.getElementById(id);if(e&&s>(a||0)){e._seq=s;e.dataset.value=v;up(e,'input',{v,seq:s})}}
          const f=k.focus&&document.getElementById(k.focus);if(f)quietly(()=>f.focus({preventScroll:true}))}
        function command(c){
          if(c[0]==='scroll'){const box=$(c[1]);if(!box)return;let n=0;const go=()=>{const t=box.querySelector(`[data-scroll="${CSS.escape(c[2])}"]`);
            if(t)bring(t,box,c[3]);else if(n++<20)requestAnimationFrame(go)};requestAnimationFrame(go)}
          else if(c[0]==='pass'){const e=document.activeElement;if(c[1]==='Enter'&&e&&e.tagName==='TEXTAREA'){e.setRangeText('\n',e.selectionStart,e.selectionEnd,'end');e.dispatchEvent(new Event('input',{bubbles:true}))}}
        }
        // Rows that are not there yet: a gap that comes near asks for its rows, once per answer.
        function gaps(){for(const g of document.querySelectorAll('.gap[data-lazy]')){if(g._asked)continue;const s=g.closest('.scv');if(!s)continue;const b=s.getBoundingClientRect(),r=g.getBoundingClientRect();if(r.bottom<b.top-300||r.top>b.bottom+300||r.height<1)continue;
          const rows=[...g.parentElement.children].filter(x=>x!==g&&!x.classList.contains('gap'));const h=rows.length?rows.reduce((a,x)=>a+x.offsetHeight,0)/rows.length:60;
          const into=(g.dataset.lazy==='after'?b.bottom-r.top:r.bottom-b.top)/scale;g._asked=true;setTimeout(()=>g._asked=false,400);up(g,'window',{num:Math.max(0,Math.floor(into/Math.max(h,1))),h})}}
        let pull=0;
        document.addEventListener('scroll',e=>{const s=e.target;if(!(s instanceof Element))return;if(s.dataset.anchor==='end')scrolled(s);gaps();edges();if(s.dataset.track){clearTimeout(s._t);s._t=setTimeout(()=>{const t=standing(s);if(t)up(s,'scroll',{v:t.dataset.scroll})},120)}},true);
        // Scrolls inside a box only: `scrollIntoView` would move the page as well. A box that holds on to its end stays there
        // when it is sent to a row near it: rows that came after the word was given would pull it away. And who has just
        // left the end is not pulled back by a word that was given before.
        function bring(t,box,anchor){const b=box.getBoundingClientRect(),r=t.getBoundingClientRect();
          if(anchor==='1'&&box.dataset.anchor==='end'&&box._end!==false&&r.bottom>=b.top){stick();return}
          if(anchor==='1'&&box.dataset.anchor==='end'&&performance.now()-(box._away??-1e3)<600)return;
          const way=(from,to,low,high)=>anchor===''?(from<low?from-low:to>high?Math.min(to-high,from-low):0):(from-low)*(1-anchor)+(to-high)*anchor;
          box.scrollBy({left:anchor===''||box.matches('.sch')?way(r.left,r.right,b.left,b.right)/scale:0,top:way(r.top,r.bottom,b.top,b.bottom)/scale,behavior:'instant'})}
        // The row at the edge that `scrollPosition` was asked to tell of.
        function standing(s){const b=s.getBoundingClientRect(),rows=[...s.querySelectorAll('[data-scroll]')].filter(x=>!x.parentElement.closest('.scv [data-scroll]'));
          return s.dataset.track==='bottom'?rows.findLast(x=>x.getBoundingClientRect().top<b.bottom-1):rows.find(x=>x.getBoundingClientRect().bottom>b.top+1)}
        // Scrolling takes the keyboard away only when a finger does it: a transcript that follows its end scrolls by itself.
        document.addEventListener('touchmove',e=>{const s=e.target.closest('[data-dismiss]');if(s&&document.activeElement.matches(fields))document.activeElement.blur()},{passive:true});
        document.addEventListener('wheel',e=>{if(e.ctrlKey){const m=on(e.target,'magnify');if(m){e.preventDefault();up(m,'magnify',{num:Math.exp(-e.deltaY/200),end:true})}return}
          const r=on(e.target,'refresh');if(r&&r.scrollTop===0&&e.deltaY<0){pull-=e.deltaY;if(pull>400){pull=0;up(r,'refresh')}}else pull=0},{passive:false});
        let dragged=false;
        document.addEventListener('click',e=>{if(dragged){dragged=false;return}
          const a=e.target.closest('a[data-link]');if(a){e.preventDefault();const t=on(a,'action');if(t)up(t,'action',{v:a.getAttribute('href')});return}
          if(e.target.matches('.scrim,.menulayer')){const d=on(e.target,'dismiss');if(d){up(d,'dismiss');return}}
          const t=on(e.target,'tap');if(t&&!off(t)&&!(e.target.matches(fields)&&e.target!==t))up(t,'tap')});
        document.addEventListener('dblclick',e=>{const t=on(e.target,'doubleTap');if(t)up(t,'doubleTap')});
        document.addEventListener('contextmenu',e=>{if(performance.now()-menuKey<500){e.preventDefault();return}if(openMenu(e.target,e.clientX,e.clientY))e.preventDefault()});
        // The menu key opens what a long press opens, at the element that has the focus. Browsers that make a context
        // menu of the key as well send it right after.
        let menuKey=-1e3;
        document.addEventListener('keydown',e=>{if(!(e.key==='ContextMenu'||e.key==='F10'&&e.shiftKey)||e.target.matches(fields)||!host.contains(e.target))return;
          const b=e.target.getBoundingClientRect();if(openMenu(e.target,b.left+b.width/2,b.top+b.height/2)){e.preventDefault();menuKey=performance.now()}});
        function openMenu(target,x,y){const t=on(target,'menu')||on(target,'longPress')||target.closest('[data-actions]');if(!t)return false;
          if(t.matches('[data-on~=menu]'))up(t,'menu');else if(t.matches('[data-on~=longPress]'))up(t,'longPress');else actions(t,x,y);return true}
        function actions(t,x,y){const screen=host.firstElementChild,m=document.createElement('div'),b=screen.getBoundingClientRect();m.className='menu';m.setAttribute('role','menu');
          m.style.cssText='transform:none;z-index:99;left:'+Math.max(8,Math.min((x-b.left)/scale,screen.offsetWidth-290))+'px;top:'+Math.max(8,Math.min((y-b.top)/scale,screen.offsetHeight*0.7))+'px';
          for(const a of t.dataset.actions.split('\x1f')){const b=document.createElement('button');b.className='button menuitem';b.setAttribute('role','menuitem');b.textContent=a;b.onclick=x=>{x.stopPropagation();up(t,t.dataset.swipe?'swipe':'action',{v:a});m.remove()};m.append(b)}
          const back=document.activeElement;screen.append(m);m.querySelector('button').focus();m.addEventListener('focusout',x=>{if(!m.contains(x.relatedTarget))m.remove()});
          m.addEventListener('keydown',x=>{if(x.key==='Escape'){x.preventDefault();x.stopPropagation();m.remove();if(back)back.focus({preventScroll:true})}})}
        let press=null;
        document.addEventListener('pointerdown',e=>{const b=e.target instanceof Element&&e.target.closest('[data-press]');if(b&&!off(b)){press=b;up(b,'change',{num:1})}
          const l=on(e.target,'longPress')||on(e.target,'menu');let timer;if(l&&e.pointerType!=='mouse')timer=setTimeout(()=>{dragged=true;up(l,l.matches('[data-on~=longPress]')?'longPress':'menu')},500);
          const d=on(e.target,'drag');const x0=e.clientX,y0=e.clientY,b0=d&&d.getBoundingClientRect();let frame=0;
          const move=m=>{if(Math.hypot(m.clientX-x0,m.clientY-y0)>8)clearTimeout(timer);if(!d||frame)return;frame=requestAnimationFrame(()=>{frame=0;if(Math.hypot(m.clientX-x0,m.clientY-y0)>4){dragged=true;up(d,'drag',place(m))}})};
          const place=m=>({x:(m.clientX-b0.left)/scale,y:(m.clientY-b0.top)/scale,sx:(x0-b0.left)/scale,sy:(y0-b0.top)/scale});
          const done=m=>{clearTimeout(timer);removeEventListener('pointermove',move);removeEventListener('pointerup',done);removeEventListener('pointercancel',done);
            if(press){up(press,'change',{num:0});press=null}
            if(d&&Math.hypot(m.clientX-x0,m.clientY-y0)>4){up(d,'drag',{...place(m),end:true});setTimeout(()=>dragged=false,0)}};
          addEventListener('pointermove',move);addEventListener('pointerup',done);addEventListener('pointercancel',done)});
        document.addEventListener('pointerover',e=>{const h=on(e.target,'hover');if(h&&!h.contains(e.relatedTarget))up(h,'hover',{num:1})});
        document.addEventListener('pointerout',e=>{const h=on(e.target,'hover');if(h&&!h.contains(e.relatedTarget))up(h,'hover',{num:0})});
        document.addEventListener('compositionstart',e=>{composing=e.target});
        document.addEventListener('compositionend',e=>{composing=null;const f=e.target;type(f);if(f._late!==undefined){const v=f._late;delete f._late;setTimeout(()=>setValue(f,v),0)}});
        function type(f){const t=on(f,'input');if(!t)return;f._seq=++seq;grow(f);up(t,'input',{v:f.value,seq:f._seq})}
        document.addEventListener('input',e=>{if(e.target.matches(fields)&&on(e.target,'input'))type(e.target)});
        document.addEventListener('focusin',e=>{if(quiet)return;const t=on(e.target,'focus');if(t)up(t,'focus')});
        document.addEventListener('focusout',e=>{if(quiet)return;const t=on(e.target,'blur');if(t&&t.isConnected&&document.hasFocus())up(t,'blur')});
        document.addEventListener('keydown',e=>{
          if(e.isComposing||e.keyCode===229||composing)return;
          if(!host.contains(e.target)&&e.target!==document.body)return;
          const name=e.key===' '?'Space':e.key,mods=[];if(e.metaKey)mods.push('meta');if(e.ctrlKey)mods.push('ctrl');if(e.altKey)mods.push('alt');if(e.shiftKey)mods.push('shift');
          const short=[...mods.map(m=>m==='ctrl'?'meta':m),name.length===1?name.toLowerCase():name].join('+');
          const inField=e.target.matches(fields);
          for(const b of [...document.querySelectorAll('[data-shortcut]')].reverse()){if(off(b)||b.closest('[data-covered]'))continue;const s=b.dataset.shortcut.replace(/ctrl/,'meta');if(s===short&&!(inField&&mods.length===0&&name!=='Escape'&&name!=='Enter')){const t=b.matches('[data-on~=tap]')?b:b.querySelector('[data-on~=tap]');if(t){e.preventDefault();up(t,'tap');return}}}
          let k=e.target.closest('[data-keys]');if(k){const keys=k.dataset.keys.split(' ');if(keys.includes(name)||keys.includes(name.toLowerCase())||keys.includes('*')&&!inField){if(name==='Enter'||!inField||name==='Escape'||name.startsWith('Arrow')&&keys.includes(name)){if(name==='Enter'||!inField)e.preventDefault();up(k,'key',{v:name.length===1?name.toLowerCase():name,mods});return}}}
          if(name==='Escape'){const d=[...document.querySelectorAll('[data-on~=dismiss]')].pop();if(d){e.preventDefault();up(d,'dismiss');return}if(inField){e.target.blur();return}const b=[...document.querySelectorAll('.navbar button.back')].filter(x=>!x.closest('[data-covered]')).pop();if(b)b.click();return}
          if(name==='Enter'&&e.target.tagName==='INPUT'){const t=on(e.target,'submit');if(t){e.preventDefault();up(t,'submit')}return}
          if((name==='Enter'||name==='Space')&&!inField&&e.target.tagName!=='BUTTON'&&e.target.matches('[data-on~=tap]')){e.preventDefault();e.target.click();return}
          const g=e.target.closest('[role=tablist],[role=menu],[role=listbox],[role=radiogroup]');
          if(g&&/^Arrow/.test(name)){const items=[...g.querySelectorAll('[role=tab],[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox],[role=radio],[role=option]')];const i=items.indexOf(document.activeElement.closest('[role]'));const n=items[(i+(name==='ArrowDown'||name==='ArrowRight'?1:-1)+items.length)%items.length];if(n){e.preventDefault();n.setAttribute('tabindex','0');n.focus()}}
        });
        // What fingers do to a picture, and how a wheel scrolls, for a keyboard: + and - magnify, arrows drag, page keys
        // scroll what the focus is in, or the largest view there is.
        document.addEventListener('keydown',e=>{if(e.defaultPrevented||e.isComposing||e.ctrlKey||e.metaKey||e.altKey||!host.contains(e.target)&&e.target!==document.body)return;
          const m=e.target.matches(fields)?null:on(e.target,'magnify'),d=e.target.matches(fields)?null:on(e.target,'drag');
          if(m&&'+=-'.includes(e.key)){e.preventDefault();up(m,'magnify',{num:e.key==='-'?1/1.25:1.25,end:true});return}
          const way={ArrowLeft:[60,0],ArrowRight:[-60,0],ArrowUp:[0,60],ArrowDown:[0,-60]}[e.key];
          if(d&&way&&e.target===d){e.preventDefault();const x=d.offsetWidth/2,y=d.offsetHeight/2;up(d,'drag',{sx:x,sy:y,x:x+way[0],y:y+way[1],end:true});return}
          if(e.key!=='PageUp'&&e.key!=='PageDown')return;
          const can=s=>s.scrollHeight>s.clientHeight+1&&!s.closest('[data-covered]')&&s.getClientRects().length;
          let s=e.target.closest('.scv');if(!s||!can(s))s=[...document.querySelectorAll('#host .scv')].filter(can).sort((a,b)=>b.clientWidth*b.clientHeight-a.clientWidth*a.clientHeight)[0];
          if(s){e.preventDefault();stick();s.scrollBy(0,(e.key==='PageUp'?-0.9:0.9)*s.clientHeight);stick()}});
        // Arrow keys walk the rows of a list.
        document.addEventListener('keydown',e=>{if(e.key!=='ArrowDown'&&e.key!=='ArrowUp'||e.defaultPrevented||e.target.matches(fields))return;const list=e.target.closest('[role=list]');if(!list)return;
          const rows=[...list.querySelectorAll('[role=listitem],[role=option]')].map(r=>r.matches('[tabindex="0"]')?r:r.querySelector('button:not([disabled]),a[href],input,textarea,[tabindex="0"]')).filter(x=>x&&x.offsetParent!==null);
          const at=rows.findIndex(r=>r===document.activeElement||r.closest('[role=listitem],[role=option]').contains(document.activeElement)),next=rows[e.key==='ArrowDown'?at+1:at<0?rows.length-1:at-1];if(next){e.preventDefault();next.focus()}});
        // The ring around what has the focus lies over everything: an outline would be cut off by whatever clips, or lie
        // under the ground of what stands inside. A field that was clicked shows where it writes, and needs none.
        const ring=document.getElementById('ring');let byKeys=false,drawing=0;
        addEventListener('keydown',e=>{if(/^(Tab|Arrow|Page|Home|End|Enter|Escape)/.test(e.key))byKeys=true;if(!drawing)encircle()},true);
        addEventListener('pointerdown',()=>{byKeys=false},true);
        addEventListener('focusin',()=>{if(!drawing)encircle()});
        function encircle(){drawing=0;const e=document.activeElement,shows=e&&e!==host&&host.contains(e)&&e.matches(':focus-visible')&&(byKeys||!e.matches(fields));
          if(!shows){ring.hidden=true;return}
          drawing=requestAnimationFrame(encircle);
          const r=e.getBoundingClientRect();let left=Math.max(0,r.left-3),top=Math.max(0,r.top-3),right=Math.min(innerWidth,r.right+3),bottom=Math.min(innerHeight,r.bottom+3);
          for(let p=e.parentElement;p&&p!==host;p=p.parentElement){const s=getComputedStyle(p);if(s.overflowX==='visible'&&s.overflowY==='visible')continue;
            const b=p.getBoundingClientRect();left=Math.max(left,b.left);top=Math.max(top,b.top);right=Math.min(right,b.right);bottom=Math.min(bottom,b.bottom)}
          ring.hidden=right-left<4||bottom-top<4;
          const place=`left:${left}px;top:${top}px;width:${right-left}px;height:${bottom-top}px`;if(ring._place!==place)ring.setAttribute('style',ring._place=place);
          ring.dataset.scheme=e.closest('[data-scheme]')?.dataset.scheme||'light'}
        // Where words may break is for eyes: what is copied goes without.
        document.addEventListener('copy',e=>{if(e.target.matches?.(fields))return;const words=String(getSelection());if(words.includes('\u00AD')){e.clipboardData.setData('text/plain',words.replaceAll('\u00AD',''));e.preventDefault()}});
        document.getElementById('bar').addEventListener('submit',e=>e.preventDefault());
        document.addEventListener('keydown',e=>{if(e.key!=='Tab')return;const top=[...document.querySelectorAll('.presentation,.dialog,.menulayer')].pop();if(!top)return;
          const f=[...top.querySelectorAll('button:not([disabled]),input,textarea,a[href],[tabindex="0"]')].filter(x=>x.offsetParent!==null);if(!f.length)return;const i=f.indexOf(document.activeElement);
          if(e.shiftKey&&i<=0){e.preventDefault();f[f.length-1].focus()}else if(!e.shiftKey&&i===f.length-1||i<0){e.preventDefault();f[0].focus()}});
        for(const s of document.querySelectorAll('#bar select:not([name=zoom])'))s.addEventListener('change',()=>{const m=JSON.stringify({set:s.name,v:s.value});if(ws&&ws.readyState===1)ws.send(m)});
        setInterval(gaps,500);
        fit();
        connect();
        """# + StaticPage.placing
}
